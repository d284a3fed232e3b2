import type { Context } from '../../kernel/context.ts'
import { SCOPES } from '../../kernel/scopes.ts'
import type { Route } from '../route.ts'
import { componentSchemas, type JsonSchema } from './components.ts'
import type { Examples } from './recorded.ts'
import { operationOf } from './operation.ts'
import { tagOf, TAGS } from './tags.ts'

/** The version of the OpenAPI document. Raise the version with every published change of the document. */
export const DOCUMENT_VERSION = '1.2.0'

/** The changelog page for merchants. */
export const CHANGELOG_PATH = '/docs/changelog'
/** The guide to disputes for merchants. */
export const DISPUTE_GUIDE_PATH = '/docs/disputes'
/** The guide to the test environment for merchants. */
export const SANDBOX_GUIDE_PATH = '/docs/test-environment'

const DESCRIPTION = `Cobranças Pix, saldo, extrato, repasses e webhooks de uma conta de lojista.

- **Valores** em centavos: nas respostas, sempre texto decimal.
- **Datas** em ISO 8601, UTC, com milissegundos.
- **Idempotência**: com a mesma \`Idempotency-Key\` e o mesmo corpo, nada é executado de novo e a resposta é 200 com
  \`Idempotent-Replayed: true\`. Em erro de rede, 429, 500 e 503, repita com a mesma chave e espera crescente.
- **Listas** da mais recente para a mais antiga: repita os mesmos filtros com o \`next_cursor\` recebido; \`null\` é a
  última página.
- **Erros**: decida por \`error.code\` e \`error.details.reason\`, nunca pelo texto; informe o \`correlation_id\` ao
  suporte.
- **Crescimento**: uma resposta pode ganhar campos, e uma lista aberta (\`x-extensible-enum\`) pode ganhar valores; ignore
  o que o seu código não conhece.
- **Guias**: [primeiros passos](/docs/quickstart), idempotência, webhooks, erros, extrato e produção;
  [in English](/docs/en/quickstart). Para agentes: [llms.txt](/llms.txt).
- **Contestações (MED)**: o [guia](${DISPUTE_GUIDE_PATH}) vai do aviso à decisão.
- **Ambiente de teste**: com uma chave \`svc_test_\`, o [guia](${SANDBOX_GUIDE_PATH}) mostra como pagar, contestar e
  avançar o relógio.
- **Mudanças**: a [lista de mudanças](${CHANGELOG_PATH}) diz o que mudou para lojistas, e quando.`

interface OpenApi extends JsonSchema {
  components: { securitySchemes: JsonSchema; schemas: Record<string, JsonSchema> }
}

/** Generates the OpenAPI 3.1 description of the routes from the schemas that validate requests and responses. */
export function openApiOf<C extends Context>(
  routes: Route<C>[],
  publicUrl: string,
  examples: Examples = {},
): OpenApi {
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route, examples) }
  }
  const used = new Set(routes.map(({ path }) => tagOf(path)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pix Charge Service API',
      version: DOCUMENT_VERSION,
      summary: 'Cobranças Pix para lojistas',
      description: DESCRIPTION,
      contact: { name: 'Documentação para desenvolvedores', url: `${publicUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `Chave de API. Escopos: ${SCOPES.join(', ')}.`,
        },
      },
      schemas: componentSchemas(),
    },
  }
}
