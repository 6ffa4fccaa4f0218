import { files, inLanguage, languages, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import { getCanonicalPath, listBreadcrumbsFromHome, type Crumb, type Head, type Route } from './page.tsx'
import type { ShownPicture } from '../pictures.ts'

interface SharingProps {
  head: Head
  route: Route
  translator: Translator
  siteName: string
  publicUrl: string
  /** The structured data of the page (schema.org). */
  linkedData: readonly object[]
}

/**
 * Metadata for link previews and search engines. Programs load documents and never navigate in the client, so only the
 * server renders it and the browser leaves it unchanged.
 */
export function Sharing({ head, route, translator, siteName, publicUrl, linkedData }: SharingProps) {
  const { language } = route
  const buildAbsoluteUrl = (path: string) => publicUrl + inLanguage(path, language)
  const trail = listBreadcrumbsFromHome(head, translator)
  const structuredData = head.hidden
    ? []
    : [...(trail.length > 0 ? [describeBreadcrumbs(trail, buildAbsoluteUrl)] : []), ...linkedData]
  return (
    <>
      <meta property="og:type" content={head.article ? 'article' : 'website'} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={buildAbsoluteUrl(getCanonicalPath(head, route))} />
      <meta property="og:locale" content={locales[language]} />
      {languages
        .filter((alternate) => alternate !== language)
        .map((alternate) => (
          <meta key={alternate} property="og:locale:alternate" content={locales[alternate]} />
        ))}
      {head.article && <meta property="article:published_time" content={head.article.published} />}
      {head.article && <meta property="article:modified_time" content={head.article.modified} />}
      <PreviewPicture picture={head.picture ?? { ...defaultPicture, alt: siteName }} publicUrl={publicUrl} />
      <link rel="manifest" href={inLanguage(files.manifest, language)} />
      <link rel="alternate" type="application/rss+xml" title={siteName} href={buildAbsoluteUrl(files.feed)} />
      {structuredData.length > 0 && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeForScript(structuredData) }} />
      )}
    </>
  )
}

const locales: Record<Language, string> = { en: 'en_GB', bn: 'bn_BD' }

/** The default preview picture, made by the build. */
export const defaultPicture = { src: '/open-graph.jpg', srcWidth: 1200, width: 1200, height: 630 }

type PreviewPictureData = Pick<ShownPicture, 'src' | 'srcWidth' | 'width' | 'height' | 'alt'>

function PreviewPicture({ picture, publicUrl }: { picture: PreviewPictureData; publicUrl: string }) {
  const { src, srcWidth, width, height, alt } = picture
  return (
    <>
      <meta property="og:image" content={publicUrl + src} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(srcWidth)} />
      <meta property="og:image:height" content={String(Math.round((srcWidth * height) / width))} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

const describeBreadcrumbs = (trail: readonly Crumb[], absoluteUrl: (path: string) => string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(path),
  })),
})

const serializeForScript = (graph: readonly object[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
