// The baseline of group commit: a node:http server that books with the product's own SQL and commits each booking.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deserialize } from 'node:v8'
import { openBareOnSqlite, type Recipe } from './bare-bookings.ts'

const [, , databaseFile, recipesFile] = process.argv
const bareDatabase = openBareOnSqlite(databaseFile!, deserialize(readFileSync(recipesFile!)) as Recipe[])

const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  for await (const _ of request);
  bareDatabase.commit(1)
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
})
server.listen(0, '127.0.0.1', () =>
  console.log(`Listening at http://localhost:${(server.address() as AddressInfo).port}`),
)
