import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createNetworkCheck } from './caller.ts'

/**
 * Returns the setting that exposes the server to other machines, with its value. Undefined: only this machine can reach
 * it.
 */
export async function findUnsafeSetting({
  HOST,
  PUBLIC_URL,
  TRUST_PROXY,
}: {
  HOST: string
  PUBLIC_URL?: string | undefined
  TRUST_PROXY?: string | undefined
}): Promise<string | undefined> {
  if (!(await isLocalHost(HOST))) return `HOST=${HOST}`
  // A loopback server with a public name or a trusted proxy is reachable from other machines.
  if (PUBLIC_URL !== undefined && !isLocalName(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`
  return TRUST_PROXY === undefined ? undefined : `TRUST_PROXY=${TRUST_PROXY}`
}

/** Returns whether all addresses of a host are local. */
async function isLocalHost(host: string): Promise<boolean> {
  const addresses = isIP(host)
    ? [host]
    : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
  return addresses.length > 0 && addresses.every(isLoopback)
}

function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) ? isLoopback(name) : /^(.+\.)?localhost$/.test(name)
}

const isLoopback = createNetworkCheck('loopback')
