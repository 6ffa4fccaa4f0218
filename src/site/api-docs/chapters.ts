import type { OpenApiApi } from '#platform/http/openapi.ts'
import { apiDocsPath } from '#routes/public.ts'

/** A chapter of the API docs for people, made from the OpenAPI description. */
export interface Chapter {
  title: string
  slug: string
  members: DescribedOperation[]
}

/** An endpoint, or an event that is sent to webhooks. */
interface DescribedOperation {
  name: string
  operation: Operation
}

/** The parts of an endpoint or event that a page shows. */
export interface Entry {
  id: string
  name: string
  summary: string
  /** Facts apart from the summary and the fields. */
  remarks: string
  tables: { caption: string; fields: Field[] }[]
}

interface Field {
  name: string
  type: string
  description: string
  isOptional: boolean
}

/** The link to the table of contents. */
export const contentsLink = { name: 'API', path: apiDocsPath }

export const webhooksSlug = 'webhooks'

export async function readApi(api: OpenApiApi): Promise<{ info: Description['info']; chapters: Chapter[] }> {
  const { info, paths, webhooks: events } = (await api.getOpenApi({})) as unknown as Description
  const eventMembers = Object.entries(events).map(([name, { post }]) => ({ name, operation: post }))
  const endpointMembers = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const groups = Map.groupBy(endpointMembers, ({ operation }) => operation.tags[0]!)
  return {
    info,
    chapters: [
      { title: 'Webhooks', slug: webhooksSlug, members: eventMembers },
      ...Array.from(groups, ([tag, members]) => ({
        title: members[0]!.path.startsWith(`/api/${tag}`) ? `/api/${tag}` : `Office: ${tag}`,
        slug: tag.replaceAll(' ', '-'),
        members,
      })),
    ],
  }
}

export const toEventEntry = ({ name, operation }: DescribedOperation): Entry =>
  createEntry(name, operation, listEventTables(operation), '')

export const toEndpointEntry = ({ name, operation }: DescribedOperation): Entry =>
  createEntry(name, operation, listEndpointTables(operation), formatRemarks(operation))

const createEntry = (
  name: string,
  { operationId, summary }: Operation,
  tables: Entry['tables'],
  remarks: string,
): Entry => ({
  id: operationId,
  name,
  summary,
  remarks,
  tables: tables.filter(({ fields }) => fields.length > 0),
})

const formatRemarks = ({ security, requestBody }: Operation): string =>
  [security && 'Requires a token.', requestBody && `Accepts ${Object.keys(requestBody.content).join(' or ')}.`]
    .filter(Boolean)
    .join(' ')

const findBodySchema = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.schema

const listEventTables = (operation: Operation) => [
  { caption: 'Data', fields: listFields(findBodySchema(operation)?.properties?.['data']) },
]

function listEndpointTables(operation: Operation): Entry['tables'] {
  const listParametersIn = (location: string) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === location)
      .map(({ name, required, schema, description }) => createField(name, { description, ...schema }, required))
  return [
    { caption: 'Query', fields: listParametersIn('query') },
    { caption: 'Header', fields: listParametersIn('header') },
    { caption: 'Body', fields: listFields(findBodySchema(operation)) },
    { caption: 'Response', fields: listFields(operation.responses['200']?.content?.['application/json']?.schema) },
  ]
}

const listFields = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) =>
    createField(name, property, schema?.required?.includes(name)),
  )

const createField = (name: string, schema: Schema, isRequired = false): Field => ({
  name,
  type: describeType(schema),
  description: schema.description ?? '',
  isOptional: !isRequired,
})

function describeType(schema: Schema): string {
  if (schema.items) return `list of ${describeType(schema.items)}`
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const range = [schema.minimum, schema.maximum]
    .filter((limit) => limit !== undefined && Math.abs(limit) < 1e9)
    .join(' to ')
  return [
    [schema.type ?? 'any'].flat().join(' or '),
    schema.format,
    range,
    schema.maxLength && `up to ${schema.maxLength} characters`,
  ]
    .filter(Boolean)
    .join(', ')
}

interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> } | undefined>
}
interface Description {
  info: { version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
}
