"""Generates the package `pix_charge_service_api_client` from the last published OpenAPI document.

Needs openapi-python-client. The optional argument is the path of another OpenAPI document.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent
PUBLISHED = ROOT.parent.parent / "server" / "docs" / "api" / "published.json"

document = sys.argv[1] if len(sys.argv) > 1 else str(PUBLISHED)
target = ROOT / "pix_charge_service_api_client"
subprocess.run(
    [sys.executable, "-m", "openapi_python_client", "generate", "--path", document]
    + ["--meta", "none", "--output-path", str(target), "--overwrite"],
    check=True,
)
