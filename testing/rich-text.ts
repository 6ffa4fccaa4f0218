import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { nameBreakpoints } from '../bin/name-breakpoints.ts'
import { buildPageCsp } from '#platform/http/security.ts'
import { readLanguage } from '#routes/public.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }
const placeholderPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#dcd1bd" d="M0 0h4v3H0z"/></svg>'

/** Serves the editor on its own page with the security policy of the office. */
export async function openRichText(): Promise<{
  url: string
  clock: { now: number; advance(): void }
  close(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'rich-text-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    css: { postcss: { plugins: [nameBreakpoints()] } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, 'testing/rich-text-page.tsx'),
        output: { entryFileNames: 'page.js', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  })
  const styleFiles = (await listFilesIn(folder)).filter((name) => name.endsWith('.css'))
  const createShell = (language: string) =>
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Selvage</title>` +
    `${styleFiles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}<script type="module" src="/page.js"></script><div id="office"></div></html>`
  // The address contains the text, and Bangla letters take nine bytes in it.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    const { pathname } = new URL(request.url!, 'http://page')
    const readContent = async (): Promise<[type: string, body: string | Buffer]> => {
      if (pathname.startsWith('/pictures/') || pathname === '/favicon.ico') return ['image/svg+xml', placeholderPicture]
      const contentType = contentTypes[extname(pathname)]
      if (contentType) return [contentType, await readFile(join(folder, pathname))]
      return ['text/html', createShell(readLanguage(pathname).language)]
    }
    readContent().then(
      ([type, body]) =>
        response
          .writeHead(200, {
            'content-type': type,
            ...(type === 'text/html' && { 'content-security-policy': buildPageCsp(null, []) }),
          })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    clock: { now: Date.parse('2027-01-04T09:00:00+06:00'), advance() {} },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(folder, { recursive: true })
    },
  }
}

async function listFilesIn(folder: string): Promise<string[]> {
  const { readdir } = await import('node:fs/promises')
  return (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
}
