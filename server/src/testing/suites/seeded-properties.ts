import * as fc from 'fast-check'

// Vitest runs this file before each test file. The fixed seed makes fast-check generate the same values in every run.
// `PROPERTY_SEED=2` selects other values; a failure prints its seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_120) })
