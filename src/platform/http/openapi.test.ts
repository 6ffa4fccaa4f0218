import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { engines } from '../../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../../testing/house.ts'
import { endpoints, type EndpointName } from '../../urls.ts'

interface Schema {
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
interface Operation {
  operationId: EndpointName
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  security?: Record<string, unknown>[]
  responses: Record<string, { description: string; content?: Content }>
}
interface Description {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

/** What answers with a file, and of which type. */
const files: Record<string, string> = {
  getStayCalendar: 'text/calendar; charset=utf-8',
  getBookingSummary: 'application/pdf',
}

for (const engine of engines) {
  describe(`the description of the API, on ${engine.name}`, () => {
    let house: TestHouse
    let api: Description
    let operations: Map<EndpointName, Operation>
    before(async () => {
      house = await openHouse(engine)
      api = (await house.call('getOpenApi')).body
      operations = new Map(
        Object.values(api.paths)
          .flatMap((methods) => Object.values(methods))
          .map((operation) => [operation.operationId, operation]),
      )
    })
    after(() => house.close())

    test('names every endpoint, with its verb, what it takes and what it answers (API-22)', () => {
      assert.match(api.openapi, /^3\.1\.\d+$/)
      assert.ok(api.info.title && api.info.version)
      const described = Object.entries(api.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
      )
      assert.deepEqual(
        described.sort(),
        Object.entries(endpoints)
          .map(([name, [method, path]]) => [name, method, path])
          .sort(),
      )
      for (const [name, operation] of operations) {
        const [method, , multipart] = endpoints[name] as readonly [string, string, string?]
        assert.ok(operation.summary.length > 10 && operation.tags.length === 1, name)
        const types = ['application/json', ...(multipart ? ['multipart/form-data'] : [])]
        assert.deepEqual(Object.keys(operation.requestBody?.content ?? {}), method === 'GET' ? [] : types, name)
        for (const { in: place, name: parameter } of operation.parameters ?? [])
          assert.ok(place === 'query' || (place === 'header' && parameter === 'Idempotency-Key'), parameter)
        if (multipart)
          assert.deepEqual(
            operation.requestBody!.content['multipart/form-data'],
            operation.requestBody!.content['application/json'],
            name,
          )
        for (const [status, { description, content }] of Object.entries(operation.responses)) {
          assert.match(status, /^[2-5]\d\d$/)
          const type = (status === '200' && files[name]) || 'application/json'
          assert.ok(description, `${name} ${status}`)
          assert.deepEqual(Object.keys(content!), [type], name)
        }
      }
    })

    test('says where a token is needed (S2)', async () => {
      assert.deepEqual(api.components.securitySchemes, { bearer: { type: 'http', scheme: 'bearer' } })
      for (const [name, { security, responses }] of operations) {
        const { status } = await house.call(name)
        assert.deepEqual(security, status === 401 ? [{ bearer: [] }] : undefined, name)
        assert.equal('401' in responses && '403' in responses, status === 401, name)
      }
    })

    test('is made of schemas that hold, and refers to nothing that is not there', () => {
      const ajv = readerOf(api)
      const refs = JSON.stringify(api).match(/"\$ref":"[^"]+"/g)!
      for (const ref of new Set(refs)) assert.ok(ajv.getSchema(`api${JSON.parse(`{${ref}}`).$ref}`), ref)
      for (const schema of schemasIn(api)) ajv.compile({ ...(schema as object), $id: `schema-${ids++}` })
    })
  })
}

let ids = 0

function readerOf(api: Description): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/ },
  })
  ajv.addVocabulary(['openapi', 'info', 'paths', 'components'])
  return ajv.addSchema(api as AnySchema, 'api')
}

/** The schema as it reads where it stands, in the document. */
const inPlace = (schema: Schema): AnySchema => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))

function schemasIn(api: Description): AnySchema[] {
  const contents = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [], requestBody, responses }) => [
      ...parameters,
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
    ])
  return contents.map(({ schema }) => inPlace(schema))
}
