// The measure of the server: node:http sending one answer, and nothing around it.
import { readFileSync } from 'node:fs'

// An import of node:http would load fetch as well, and make this one look heavier than it is.
const { createServer } = process.getBuiltinModule('node:http')
const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const bytes = Buffer.from(body, 'base64')

const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(`It is at http://localhost:${server.address().port}`))
