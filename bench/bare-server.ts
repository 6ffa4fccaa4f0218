import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as { status: number; headers: string[]; body: string }
const bytes = Buffer.from(body, 'base64')

const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(`at http://localhost:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit())
