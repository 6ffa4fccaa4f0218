import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { AnySchema } from 'ajv/dist/2020.js'
import {
  type ApiDescription,
  resolveSchema,
  type Operation,
  listOperations,
  createValidator,
} from '#testing/api-description.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { everyEvent } from '#insight/webhooks/events.ts'
import { everyEndpoint as endpoints, type EveryEndpointName as EndpointName } from '#routes/office.ts'

/** The endpoints that respond with a file, and its type. */
const fileContentTypes: Record<string, string> = {
  getPersonData: 'application/octet-stream',
  getStayCalendar: 'text/calendar; charset=utf-8',
  getBookingSummary: 'application/pdf',
  getAttachment: 'application/octet-stream',
  getBookingsFile: 'application/octet-stream',
  watchChanges: 'text/event-stream',
  getFiguresFile: 'application/octet-stream',
  getOnTheBooksFile: 'application/octet-stream',
  getVisitsFile: 'application/octet-stream',
  getLogFile: 'application/octet-stream',
  getRegisterFile: 'application/octet-stream',
  getBillPdf: 'application/pdf',
  getStatementPdf: 'application/pdf',
  getReceivablesFile: 'application/octet-stream',
  getOwnInvoicePdf: 'application/pdf',
  getInvoicePdf: 'application/pdf',
  getOwnReceiptPdf: 'application/pdf',
  getReceiptPdf: 'application/pdf',
  getOwnProformaPdf: 'application/pdf',
  getProformaPdf: 'application/pdf',
  getInvoiceRegisterFile: 'application/octet-stream',
  getDailyReportPdf: 'application/pdf',
  getDailyReportFile: 'application/octet-stream',
  getQuotationPdf: 'application/pdf',
  getQuotationsFile: 'application/octet-stream',
  getInboxFile: 'application/octet-stream',
  getQuotationRevisionPdf: 'application/pdf',
  getOrderPdf: 'application/pdf',
  getOrderDocument: 'application/octet-stream',
  getOrderFile: 'application/octet-stream',
  getOrderConfirmation: 'application/pdf',
  getRegisterPdf: 'application/pdf',
  getEmergencySheet: 'application/pdf',
  getIdCopy: 'image/jpeg',
}
/** The endpoints whose forms accept files. */
const uploadEndpoints = [
  'sendContact',
  'sendEnquiry',
  'writeAboutEnquiry',
  'addPicture',
  'answerConversation',
  'addOrderDocuments',
]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the OpenAPI description on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let api: ApiDescription
    let operations: Map<EndpointName, Operation>
    before(async () => {
      api = (await app.call('getOpenApi')).body
      operations = listOperations(api)
    })

    test('contains every endpoint with its method, input and answer (API-22)', () => {
      assert.match(api.openapi, /^3\.1\.\d+$/)
      assert.ok(api.info.title && api.info.version)
      const describedOperations = Object.entries(api.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
      )
      assert.deepEqual(
        describedOperations.sort(),
        Object.entries(endpoints)
          .map(([name, [method, path]]) => [name, method, path])
          .sort(),
      )
      for (const [name, operation] of operations) {
        const [method, , multipart] = endpoints[name] as readonly [string, string, string?]
        assert.ok(operation.summary.length > 10 && operation.tags.length === 1, name)
        const types = ['application/json', ...(multipart ? ['multipart/form-data'] : [])]
        assert.deepEqual(Object.keys(operation.requestBody?.content ?? {}), method === 'GET' ? [] : types, name)
        for (const { in: location, name: parameter } of operation.parameters ?? [])
          assert.ok(location === 'query' || (location === 'header' && parameter === 'Idempotency-Key'), parameter)
        if (multipart) {
          const content = operation.requestBody!.content
          const { files: fileSchema, ...otherProperties } = content['multipart/form-data']!.schema.properties!
          assert.equal(fileSchema !== undefined, uploadEndpoints.includes(name), name)
          const jsonSchema = content['application/json']!.schema
          assert.deepEqual({ ...content['multipart/form-data']!.schema, properties: otherProperties }, jsonSchema, name)
        }
        for (const [status, { description, content }] of Object.entries(operation.responses)) {
          assert.match(status, /^[2-5]\d\d$/)
          const type = (status === '200' && fileContentTypes[name]) || 'application/json'
          assert.ok(description, `${name} ${status}`)
          assert.deepEqual(Object.keys(content!), [type], name)
        }
      }
    })

    test('describes each webhook event as the request that the subscriber receives (HOOK-12)', () => {
      const ajv = createValidator(api)
      assert.deepEqual(Object.keys(api.webhooks).toSorted(), Object.keys(everyEvent).toSorted())
      for (const [type, { post }] of Object.entries(api.webhooks)) {
        const { schema } = post.requestBody!.content['application/json']!
        ajv.compile({ ...(resolveSchema(schema) as object), $id: `event-${type}` })
        assert.ok(post.summary.length > 10, type)
        assert.deepEqual(schema.required, ['id', 'type', 'timestamp', 'data'])
        const { properties = {}, required = [] } = schema.properties!['data']!
        assert.deepEqual(required.toSorted(), Object.keys(properties).toSorted(), type)
      }
    })

    test('declares where a token is needed (S2)', async () => {
      assert.deepEqual(api.components.securitySchemes, { bearer: { type: 'http', scheme: 'bearer' } })
      for (const [name, { security, responses }] of operations) {
        if (linkEndpoints.includes(name)) {
          assert.deepEqual(security, [{ bearer: [] }, {}], name)
          assert.deepEqual(['401' in responses, '403' in responses], [true, false], name)
          continue
        }
        const { status } = await app.call(name)
        assert.deepEqual(security, status === 401 ? [{ bearer: [] }] : undefined, name)
        assert.equal('401' in responses && '403' in responses, status === 401, name)
      }
      for (const name of linkEndpoints) {
        const commonFields = {
          invoice: 1,
          receipt: 1,
          language: 'en',
          checkin: app.day(1),
          checkout: app.day(2),
          total: 1,
          name: 'Anna',
          arrival_time: '',
        }
        const form = { ...commonFields, bin: '', address: '', id: 'NOSUCH' }
        assert.equal((await app.call(name, form)).status, 401, name)
        assert.equal((await app.call(name, { ...form, id: undefined, token: 'x'.repeat(43) })).status, 404, name)
      }
    })

    test('contains only valid schemas and existing references', () => {
      const ajv = createValidator(api)
      const refs = JSON.stringify(api).match(/"\$ref":"[^"]+"/g)!
      for (const ref of new Set(refs)) assert.ok(ajv.getSchema(`api${JSON.parse(`{${ref}}`).$ref}`), ref)
      for (const schema of collectSchemas(api)) ajv.compile({ ...(schema as object), $id: `schema-${schemaCount++}` })
    })
  })
}

/** Authorized by the link in an email, or by the session of the member who booked. */
const linkEndpoints: EndpointName[] = [
  'getStayCalendar',
  'getBookingSummary',
  'getChangeOptions',
  'previewStayChange',
  'changeStay',
  'changeArrivalTime',
  'startPayment',
  'getOwnInvoices',
  'requestInvoice',
  'getOwnInvoicePdf',
  'getOwnReceiptPdf',
  'getOwnProformaPdf',
]
let schemaCount = 0

function collectSchemas(api: ApiDescription): AnySchema[] {
  const contents = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [], requestBody, responses }) => [
      ...parameters,
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
    ])
  return contents.map(({ schema }) => resolveSchema(schema))
}
