import type { OpenApiApi } from '#platform/http/openapi.ts'
import { Link, type Page } from '#platform/pages/page.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { apiDocsPath, endpoints } from '#routes/public.ts'
import { contentsLink, readApi, type Chapter, type Entry } from './chapters.ts'
import styles from './docs-page.module.css'

/**
 * The table of contents of the API docs: the endpoints and events by name. The page is in English, like the names of
 * the API.
 */
export const apiDocsPage: Page<OpenApiApi, Contents> = {
  async load({ api }) {
    const { info, chapters } = await readApi(api)
    const summarize = ({ title, slug, members }: Chapter) => ({
      title,
      slug,
      entries: members.map(({ name, operation: { operationId, summary } }) => ({ id: operationId, name, summary })),
    })
    return { info, chapters: chapters.map(summarize) }
  },
  head: () => ({ title: 'API', hidden: true, trail: [contentsLink] }),
  View: ({ data: { info, chapters } }) => {
    const openApiPath = endpoints.getOpenApi[1]
    return (
      <>
        <PageHead eyebrow={`Version ${info.version}`} title="API" text={info.description} />
        <div className="container section stack-7" lang="en">
          <p>
            The OpenAPI 3.1 document is at <a href={openApiPath}>{openApiPath}</a>. Send the access token as{' '}
            <code>Authorization: Bearer …</code>. Send an <code>Idempotency-Key</code> with a booking, an enquiry, a new
            guest or a sign-up: a repeated request is then carried out once.
          </p>
          {chapters.map(({ title, slug, entries }) => (
            <section key={slug} className={styles.chapter} aria-labelledby={slug}>
              <h2 className="size-3" id={slug}>
                <Link to={`${apiDocsPath}/${slug}`}>{title}</Link>
              </h2>
              <ul className="stack-3" role="list">
                {entries.map(({ id, name, summary }) => (
                  <li key={id}>
                    <Link to={`${apiDocsPath}/${slug}#${id}`}>
                      <code>{name}</code>
                    </Link>
                    <span className="quiet">{summary}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </>
    )
  },
}

interface Contents {
  info: { version: string; description: string }
  chapters: (Pick<Chapter, 'title' | 'slug'> & { entries: Pick<Entry, 'id' | 'name' | 'summary'>[] })[]
}
