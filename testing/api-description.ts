import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import type { EveryEndpointName } from '#routes/office.ts'

/** The parts of the OpenAPI document that tests read. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
type Content = Record<string, { schema: Schema }>
export interface Operation {
  operationId: EveryEndpointName
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  security?: Record<string, unknown>[]
  responses: Record<string, { description: string; content?: Content }>
}
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Pick<Operation, 'summary' | 'requestBody'> }>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

export const listOperations = ({ paths }: ApiDescription): Map<EveryEndpointName, Operation> =>
  new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  )

/** Returns a validator for responses and inputs against the OpenAPI document. */
export function createValidator(api: ApiDescription): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/ },
  })
  ajv.addVocabulary(['openapi', 'info', 'paths', 'webhooks', 'components'])
  return ajv.addSchema(api as AnySchema, 'api')
}

/** Returns the schema with its references resolved against the OpenAPI document. */
export const resolveSchema = (schema: Schema): AnySchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
