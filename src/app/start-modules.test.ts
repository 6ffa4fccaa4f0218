import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqlite } from '#testing/engines.ts'
import { openServerData, startServer } from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'

/** Prints the address of each module that is loaded. */
const printModulesScript = `
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, load) { process.stdout.write('module ' + url + '\\n'); return load(url, context) } })`

/** The packages that are loaded when a document, a picture, an email or a font is first needed. */
const latePackages = ['pdfkit', 'fontkit', 'sharp', 'nodemailer', 'postal-mime', 'sanitize-html', 'wawoff2']

test('PERF-27 a second start loads no package for documents, pictures, emails or fonts', async (t) => {
  const data = await openServerData(sqlite)
  t.after(() => data.close())
  await (await startServer(data.environment)).stop()
  const server = await startServer({
    ...data.environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printModulesScript)}`,
  })
  t.after(() => server.kill())
  assert.equal((await sendRequest(server.url, '/')).status, 200)
  const modules = [...server.output().matchAll(/^module (.*)$/gm)].map(([, url]) => url!)
  assert.ok(modules.some((url) => url.endsWith('/dist/server/main.js')))
  assert.deepEqual(
    modules.filter((url) => latePackages.some((name) => url.includes(`/node_modules/${name}/`))),
    [],
  )
})
