import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pickTranslation, readCompany, type Company } from '#content/company.ts'
import { sendUncached } from '#platform/http/page-cache.ts'
import { readClientBuild, type BuiltClient } from '#platform/http/assets.ts'
import { buildPageCsp } from '#platform/http/security.ts'
import type { Database } from '#platform/database/database.ts'
import { findInfrastructureCause } from '#platform/infrastructure-error.ts'
import { inLanguage, languages, readLanguage, type Language } from '#routes/public.ts'
import { officeRoot } from '#routes/office.ts'
import { matchOfficePage } from './match-page.ts'
import { translatorFor } from '#locales/both.ts'

/**
 * The previews of files in conversations are loaded from the memory of the browser. Their type is the one that the
 * server detected.
 */
const previewSources = ['blob:']

interface ShellOptions {
  db: Database
  /** The folder with the build of the office. */
  folder: string
  headers: Record<string, string>
}

/**
 * Serves the document for every address of the office. It contains no data except the company name, is the same for all
 * users, repeats no input, and is never cached.
 */
export function serveOffice(app: FastifyInstance, { db, folder, headers }: ShellOptions): void {
  const client = readClientBuild(folder)
  let companyName: Company['name'] = { en: translatorFor('en').t('office.title') }
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    // A parsed URL would resolve dot segments, so that its path could begin with another host.
    const [pathname = '', ...queryParts] = request.url.split(/(?=\?)/)
    if (pathname.endsWith('/')) return reply.redirect(trimTrailingSlashes(pathname) + queryParts.join(''), 308)
    const { language, path } = readLanguage(pathname)
    companyName = await readNameOrFallback(db, companyName)
    const company = pickTranslation(companyName, language)
    const shell = {
      status: path === officeRoot || matchOfficePage(path) ? 200 : 404,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': buildPageCsp(null, previewSources, [], previewSources),
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      },
      body: renderShell(language, company, client),
    }
    sendUncached(shell, request.raw, reply.raw)
    return reply.hijack()
  }
  for (const language of languages) {
    const localizedRoot = inLanguage(officeRoot, language)
    for (const url of [localizedRoot, `${localizedRoot}/*`])
      app.route({ method: 'GET', url, schema: { hide: true }, handler: sendShell })
  }
}

/**
 * Reads the company name, or returns the last known one during a database outage. The shell is served even then, and
 * its script shows the problem.
 */
const readNameOrFallback = (db: Database, companyName: Company['name']): Promise<Company['name']> =>
  readCompany(db).then(
    ({ name }) => name,
    (error: unknown) => {
      if (!findInfrastructureCause(error)) throw error
      return companyName
    },
  )

function trimTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

function renderShell(language: Language, company: string, client: BuiltClient): string {
  const { t } = translatorFor(language)
  const { scripts, styles } = client.collectNeeds([])
  const messageFiles = ['pages', 'office'].map((bundle) => client.file(`src/locales/${language}-${bundle}.ts`))
  const name = escape(company)
  return `<!doctype html>
<html lang="${language}" data-painted>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(t('office.title'))} · ${name}</title>
<meta name="robots" content="noindex"/>
<meta name="theme-color" content="#f4eee3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#151f20" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
${[...scripts.slice(1), ...messageFiles].map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${scripts[0]}"></script>
</head>
<body>
<div id="office" data-company="${name}"><noscript>${escape(t('office.needs_scripts'))}</noscript></div>
</body>
</html>
`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!)
