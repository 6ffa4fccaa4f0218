import type { OpenApiApi } from '../../platform/http/openapi.ts'
import type { Page } from '../../platform/pages/page.tsx'
import { endpoints } from '../../urls.ts'
import styles from './api-docs-page.module.css'
import { PageHead } from '../../ui/page-head.tsx'

/** The API for people: the same document that programs read, laid out. In English, like its names. */
export const apiDocsPage: Page<OpenApiApi, Description> = {
  load: async ({ api }) => (await api.getOpenApi({})) as unknown as Description,
  head: () => ({ title: 'API', hidden: true }),
  View: ({ data: { info, paths, webhooks } }) => {
    const operations = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
    )
    const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0]!)
    const openApiPath = endpoints.getOpenApi[1]
    return (
      <>
        <PageHead eyebrow={`Version ${info.version}`} title="API" text={info.description} />
        <div className={`container section ${styles.page}`} lang="en">
          <p>
            For programs: <a href={openApiPath}>{openApiPath}</a>, an OpenAPI 3.1 document. Send the token of a sign-in
            as <code>Authorization: Bearer …</code>; send <code>Idempotency-Key</code> with a booking, an enquiry, a new
            guest or a sign-up, and a repeated request is carried out once.
          </p>
          <section aria-labelledby="group-webhooks">
            <h2 id="group-webhooks">Webhooks</h2>
            <p>
              What the house tells programs outside, as <code>POST</code> to addresses that its owner has added. Each
              has an <code>id</code>, a <code>type</code>, a <code>timestamp</code>, and <code>data</code> as below; it
              is signed as Standard Webhooks 1.0.0 says, in the headers <code>webhook-id</code>,{' '}
              <code>webhook-timestamp</code> and <code>webhook-signature</code>.
            </p>
            {Object.entries(webhooks).map(([type, { post }]) => (
              <EventText key={type} type={type} operation={post} />
            ))}
          </section>
          {[...groups].map(([name, members]) => (
            <section key={name} aria-labelledby={`group-${name}`}>
              <h2 id={`group-${name}`}>/api/{name}</h2>
              {members.map((member) => (
                <OperationText key={member.operation.operationId} {...member} />
              ))}
            </section>
          ))}
        </div>
      </>
    )
  },
}

function OperationText({ path, verb, operation }: { path: string; verb: string; operation: Operation }) {
  const bodies = operation.requestBody?.content ?? {}
  const body = Object.values(bodies)[0]?.schema
  const sentIn = (place: string): Field[] =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema, description }) => [name, { description, ...schema }, required ?? false])
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  return (
    <article className={styles.operation}>
      <h3>
        <code>
          {verb} {path}
        </code>
      </h3>
      <p>
        {operation.summary}.{operation.security && ' Needs a token.'}
        {body && ` Takes ${Object.keys(bodies).join(' or ')}.`}
      </p>
      <FieldTable caption="Query" fields={sentIn('query')} />
      <FieldTable caption="Header" fields={sentIn('header')} />
      <FieldTable caption="Body" fields={fieldsOf(body)} />
      <FieldTable caption="Answer" fields={fieldsOf(answer)} />
    </article>
  )
}

function EventText({ type, operation }: { type: string; operation: Operation }) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return (
    <article className={styles.operation}>
      <h3>
        <code>{type}</code>
      </h3>
      <p>{operation.summary}.</p>
      <FieldTable caption="Data" fields={fieldsOf(body?.properties?.['data'])} />
    </article>
  )
}

function FieldTable({ caption, fields }: { caption: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <tbody>
          {fields.map(([name, schema, required]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {!required && <span className={styles.optional}> optional</span>}
              </th>
              <td>
                <code>{typeOf(schema)}</code>
                {schema.description && <span> {schema.description}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const fieldsOf = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, each]) => [
    name,
    each,
    schema?.required?.includes(name) ?? false,
  ])

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

type Field = readonly [name: string, schema: Schema, required: boolean]
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
