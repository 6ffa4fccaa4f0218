import type { OpenApiApi } from '#platform/http/openapi.ts'
import { apiDocsPath } from '#routes/public.ts'

/** A chapter of the API docs for people, made from the OpenAPI description. */
export interface Chapter {
  title: string
  slug: string
  members: Member[]
}

/** An endpoint, or an event that is sent to webhooks. */
interface Member {
  name: string
  operation: Operation
}

/** The parts of an endpoint or event that a page shows. */
export interface Entry {
  id: string
  name: string
  summary: string
  /** Facts beside the summary and the fields. */
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
export const contents = { name: 'API', path: apiDocsPath }

export const webhooks = 'webhooks'

export async function readApi(api: OpenApiApi): Promise<{ info: Description['info']; chapters: Chapter[] }> {
  const { info, paths, webhooks: events } = (await api.getOpenApi({})) as unknown as Description
  const told = Object.entries(events).map(([name, { post }]) => ({ name, operation: post }))
  const asked = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, name: `${verb.toUpperCase()} ${path}`, operation })),
  )
  const groups = Map.groupBy(asked, ({ operation }) => operation.tags[0]!)
  return {
    info,
    chapters: [
      { title: 'Webhooks', slug: webhooks, members: told },
      ...Array.from(groups, ([tag, members]) => ({
        title: members[0]!.path.startsWith(`/api/${tag}`) ? `/api/${tag}` : `Office: ${tag}`,
        slug: tag.replaceAll(' ', '-'),
        members,
      })),
    ],
  }
}

export const eventEntry = ({ name, operation }: Member): Entry => entryOf(name, operation, tablesOfEvent(operation), '')

export const endpointEntry = ({ name, operation }: Member): Entry =>
  entryOf(name, operation, tablesOfEndpoint(operation), remarksOf(operation))

const entryOf = (
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

const remarksOf = ({ security, requestBody }: Operation): string =>
  [security && 'Needs a token.', requestBody && `Takes ${Object.keys(requestBody.content).join(' or ')}.`]
    .filter(Boolean)
    .join(' ')

const bodyOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.schema

const tablesOfEvent = (operation: Operation) => [
  { caption: 'Data', fields: fieldsOf(bodyOf(operation)?.properties?.['data']) },
]

function tablesOfEndpoint(operation: Operation): Entry['tables'] {
  const sentIn = (place: string) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema, description }) => fieldOf(name, { description, ...schema }, required))
  return [
    { caption: 'Query', fields: sentIn('query') },
    { caption: 'Header', fields: sentIn('header') },
    { caption: 'Body', fields: fieldsOf(bodyOf(operation)) },
    { caption: 'Answer', fields: fieldsOf(operation.responses['200']?.content?.['application/json']?.schema) },
  ]
}

const fieldsOf = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, each]) => fieldOf(name, each, schema?.required?.includes(name)))

const fieldOf = (name: string, schema: Schema, isRequired = false): Field => ({
  name,
  type: typeOf(schema),
  description: schema.description ?? '',
  isOptional: !isRequired,
})

function typeOf(schema: Schema): string {
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const range = [schema.minimum, schema.maximum]
    .filter((limit) => limit !== undefined && Math.abs(limit) < 1e9)
    .join(' to ')
  return [
    [schema.type ?? 'anything'].flat().join(' or '),
    schema.format,
    range,
    schema.maxLength && `up to ${schema.maxLength} letters`,
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
