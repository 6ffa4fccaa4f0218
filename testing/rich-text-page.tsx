import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PageContextProvider } from '#platform/pages/page.tsx'
import { readLanguage, type Language } from '#routes/public.ts'
import { toHtml } from '#ui/rich-text/to-html.ts'
import { readHtml } from '#ui/rich-text/from-html.ts'
import { tidyPaste } from '#ui/rich-text/paste.ts'
import { schema } from '#ui/rich-text/schema.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { initTranslator, loadMessages } from '#locales/browser.ts'
import '#ui/tokens.css'
import '#ui/fonts/fonts.css'
import '#ui/base.css'
import '#ui/page.css'
import '#ui/office/office.css'

/** A page with the editor and its HTML below. It also exposes reading and writing of HTML to tests with many inputs. */
const { language, path } = readLanguage(location.pathname)
const query = new URLSearchParams(location.search)

const translator = initTranslator(
  language,
  {},
  {},
  {
    en: () => import('#locales/en-office.ts'),
    bn: () => import('#locales/bn-office.ts'),
  },
)

/** The picture that the library would return. */
const picture = { src: '/pictures/lace-480.1a2b3c4d.jpg', alt: 'Lace on a card', width: 480, height: 360 }

function EditorPage({ textLanguage }: { textLanguage: Language }) {
  /** A new object at each save, to render again with the same text. */
  const [, setSaved] = useState({})
  const [html, setHtml] = useState(query.get('html') ?? '')
  return (
    <main className="container">
      <h1>Selvage</h1>
      <RichText
        label="Body"
        language={textLanguage}
        value={html}
        error={query.get('error') ?? undefined}
        hint="What readers see."
        onChange={setHtml}
        choosePicture={() => Promise.resolve(picture)}
      />
      <button type="button" onClick={() => setHtml('<p>From elsewhere</p>')}>
        Replace
      </button>
      <button type="button" onClick={() => setSaved({})}>
        Save
      </button>
      <output id="written">{html}</output>
    </main>
  )
}

const reading = {
  /** Loads HTML and writes it again. */
  load: (html: string) => {
    const { html: written, losesContent: loses, foreign } = readHtml(html)
    return { written, loses, foreign }
  },
  paste: (html: string) => {
    const { html: cleanedHtml, pictures } = tidyPaste(html)
    return { written: readHtml(cleanedHtml).html, pictures }
  },
  /** Writes a document as HTML and reads it again. */
  write: (json: object) => {
    const doc = schema.nodeFromJSON(json)
    doc.check()
    const html = toHtml(doc)
    const secondReading = readHtml(html)
    return {
      html,
      again: secondReading.html,
      loses: secondReading.losesContent,
      equivalentTexts: secondReading.doc.eq(doc),
    }
  },
}
export type Reading = typeof reading

await loadMessages(language)
Object.assign(window, { reading })
const pageContext = {
  api: {},
  i18n: translator,
  route: { path, params: {}, query, language },
  trail: [],
  showNotFound() {},
  refused: null,
}
createRoot(document.getElementById('office')!).render(
  <PageContextProvider value={pageContext}>
    <EditorPage textLanguage={query.get('lang') === 'bn' ? 'bn' : 'en'} />
  </PageContextProvider>,
)
