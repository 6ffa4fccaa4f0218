import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ApiDescription, listOperations, type Schema } from '#testing/api-description.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readMain } from '#testing/public-pages.ts'
import { apiDocsPath } from '#routes/public.ts'

/** The maximum size of a page of the docs. */
const MAX_BYTES = 500_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`the API docs for people, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test('link to every endpoint and event, each documented in its chapter with all its fields (API-22)', async () => {
      const api = (await app.call('getOpenApi')).body
      const { main: contents, bytes } = await readDocsPage(apiDocsPath)
      assert.ok(bytes < MAX_BYTES, `the contents have ${bytes} bytes`)
      const links = [...contents.matchAll(/href="\/api\/docs\/([^"#]+)#([^"]+)"/g)]
      const linksByChapter = Map.groupBy(links, ([, chapter]) => chapter!)
      const operationIds = [...listOperations(api).keys(), ...Object.keys(api.webhooks)]
      assert.deepEqual(links.map(([, , id]) => id).sort(), operationIds.sort())
      const fields = listExpectedFields(api)
      for (const [chapter, members] of linksByChapter) {
        const { main, bytes: size } = await readDocsPage(`${apiDocsPath}/${chapter}`)
        assert.ok(size < MAX_BYTES, `${chapter} has ${size} bytes`)
        const [, ...articles] = main.split('<article')
        const documentedFields = articles.map(
          (html) => [/<h2 id="([^"]+)"/.exec(html)![1]!, findFieldNames(html)] as const,
        )
        assert.deepEqual(
          documentedFields,
          members.map(([, , id]) => [id!, fields.get(id!)]),
          chapter,
        )
      }
    })

    test('return 404 for an unknown chapter', async () => {
      assert.equal((await app.get(`${apiDocsPath}/office`)).status, 404)
    })

    async function readDocsPage(path: string): Promise<{ main: string; bytes: number }> {
      const response = await app.get(path)
      assert.equal(response.status, 200, path)
      const html = await response.text()
      return { main: readMain(html), bytes: Buffer.byteLength(html) }
    }
  })
}

const findFieldNames = (html: string) => [...html.matchAll(/<th scope="row"><code>([^<]+)</g)].map(([, name]) => name!)

/** Returns the field names of each endpoint's input and response, and of each event's data. */
function listExpectedFields(api: ApiDescription): Map<string, string[]> {
  const listPropertyNames = (content?: Record<string, { schema: Schema }>) =>
    Object.keys(Object.values(content ?? {})[0]?.schema.properties ?? {})
  const endpointFields = Array.from(
    listOperations(api),
    ([id, { parameters = [], requestBody, responses }]): [string, string[]] => {
      const listParametersIn = (place: string) =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
      const responseContent = responses['200']!.content
      return [
        id,
        [
          ...listParametersIn('query'),
          ...listParametersIn('header'),
          ...listPropertyNames(requestBody?.content),
          ...(responseContent?.['application/json'] ? listPropertyNames(responseContent) : []),
        ],
      ]
    },
  )
  const documentedFields = Object.entries(api.webhooks).map(([type, { post }]): [string, string[]] => [
    type,
    Object.keys(post.requestBody!.content['application/json']!.schema.properties!['data']!.properties!),
  ])
  return new Map([...endpointFields, ...documentedFields])
}
