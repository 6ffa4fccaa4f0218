import type { OpenApiApi } from '#platform/http/openapi.ts'
import { apiNotFound } from '#platform/errors.ts'
import type { Page } from '#platform/pages/page.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { apiDocsPath } from '#routes/public.ts'
import {
  contentsLink,
  toEndpointEntry,
  toEventEntry,
  readApi,
  webhooksSlug,
  type Chapter,
  type Entry,
} from './chapters.ts'
import styles from './chapter-page.module.css'

/** One chapter of the API: its endpoints or events with all their fields. */
export const apiChapterPage: Page<OpenApiApi, ChapterData> = {
  async load({ api, route: { params } }) {
    const { chapters } = await readApi(api)
    const chapter = chapters.find(({ slug }) => slug === params['chapter'])
    if (!chapter) throw apiNotFound()
    const { title, slug, members } = chapter
    return { title, slug, entries: members.map(slug === webhooksSlug ? toEventEntry : toEndpointEntry) }
  },
  head: ({ title, slug }) => ({
    title: `API, ${title}`,
    hidden: true,
    trail: [contentsLink, { name: title, path: `${apiDocsPath}/${slug}` }],
  }),
  View: ({ data: { title, slug, entries } }) => (
    <>
      <PageHead title={title} />
      <div className="container section stack-7" lang="en">
        {slug === webhooksSlug && (
          <p>
            Events are sent as <code>POST</code> requests to the endpoints that an owner has added. Each event has an{' '}
            <code>id</code>, a <code>type</code>, a <code>timestamp</code> and the <code>data</code> below. Requests are
            signed according to Standard Webhooks 1.0.0, in the headers <code>webhook-id</code>,{' '}
            <code>webhook-timestamp</code> and <code>webhook-signature</code>.
          </p>
        )}
        {entries.map((entry) => (
          <EntryText key={entry.id} entry={entry} />
        ))}
      </div>
    </>
  ),
}

type ChapterData = Pick<Chapter, 'title' | 'slug'> & { entries: Entry[] }

function EntryText({ entry: { id, name, summary, remarks, tables } }: { entry: Entry }) {
  return (
    <article className={styles.entry}>
      <h2 id={id}>
        <code>{name}</code>
      </h2>
      <p>
        {summary}. {remarks}
      </p>
      {tables.map(({ caption, fields }) => (
        <table key={caption}>
          <caption>{caption}</caption>
          <tbody>
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">
                  <code>{field.name}</code>
                  {field.isOptional && <span className="quiet"> optional</span>}
                </th>
                <td>
                  <code>{field.type}</code>
                  {field.description && <p className="quiet">{field.description}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </article>
  )
}
