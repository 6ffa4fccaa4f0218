// The baseline of the server: node:http that sends one fixed response.
import { readFileSync } from 'node:fs'

// An import of node:http would also load fetch and raise the memory of the baseline.
const { createServer } = process.getBuiltinModule('node:http')
const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const bytes = Buffer.from(body, 'base64')

const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(`Listening at http://localhost:${server.address().port}`))
