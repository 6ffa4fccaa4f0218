import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { test, type TestContext } from 'node:test'
import { selfSigned } from '#testing/self-signed.ts'
import { readCertificate } from './certificate.ts'

async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads the end date of a certificate, and that browsers do not trust it (OPS-15)', async (t) => {
  const url = await listen(t, createTlsServer(selfSigned))
  assert.deepEqual(await readCertificate(url), {
    kind: 'found',
    validUntil: selfSigned.validUntil,
    isTrusted: false,
  })
})

test('reports a site without encryption, a closed port, and a server that does not answer (OPS-15)', async (t) => {
  assert.deepEqual(await readCertificate('http://127.0.0.1:3000'), { kind: 'not encrypted' })
  const closedServer = createServer()
  const closedUrl = await listen(t, closedServer)
  closedServer.close()
  await once(closedServer, 'close')
  assert.deepEqual(await readCertificate(closedUrl), { kind: 'unreachable' })
  const silentServer = createServer((socket) => t.after(() => socket.destroy()))
  assert.deepEqual(await readCertificate(await listen(t, silentServer), 50), { kind: 'unreachable' })
})
