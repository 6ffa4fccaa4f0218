// Serves the simulator as a separate process, on this machine only: npm run gateway
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, resolve } from 'node:path'
import { toNodeHandler } from './http.ts'
import { openSimulator } from './simulator.ts'

const port = Number(process.env.GATEWAY_PORT || 3100)
const file = resolve(process.env.GATEWAY_FILE || './data/gateway.json')
const url = `http://127.0.0.1:${port}`

async function main(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return fail('GATEWAY_PORT must be a whole number from 1 to 65535.')
  await mkdir(dirname(file), { recursive: true })
  const printLine = (line: string) => console.log(`  ${line}`)
  const simulator = await openSimulator({
    file,
    baseUrl: url,
    storeId: 'demo',
    password: 'nobody-pays-here',
    log: printLine,
  })
  const handleRequest = toNodeHandler(simulator)
  const server = createServer((request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  server.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    fail(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken: choose another one with GATEWAY_PORT=3101 npm run gateway.`
        : message,
    ),
  )
  server.listen(port, '127.0.0.1', () => {
    const { storeId, password } = simulator.store
    console.log(`The gateway simulator is at ${url} and stores its state in ${file}`)
    console.log('  Start Selvage with these settings to pay through it:')
    console.log(
      `  SSLCOMMERZ_URL=${url} SSLCOMMERZ_STORE_ID=${storeId} SSLCOMMERZ_STORE_PASSWORD=${password} npm start`,
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close()
      server.closeAllConnections()
      void simulator.close()
    })
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

await main()
