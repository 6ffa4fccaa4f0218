import type { ReactNode } from 'react'
import { inLanguage, languages } from '#routes/public.ts'
import { getCanonicalPath, type Head, type Route } from './page.tsx'

/** Data of the build and the server. The browser does not need it, because these parts are already in the page. */
export interface DocumentAssets {
  css: string
  /**
   * The files of the inline styles. As type text/plain they are not fetched, but the loader of on-demand styles finds
   * them.
   */
  styles: readonly string[]
  scripts: readonly string[]
  /** The inline script that fetches the others. */
  fetchScripts: string
  fontPreloads: readonly string[]
  /** Metadata for programs, such as link previews. */
  sharing: ReactNode
  island: string
}

/** If React has to render the page again, the styles must be identical, because the page's policy allows no others. */
const css = globalThis.document?.querySelector('style')?.textContent ?? ''

/** Renders the whole document. On a page with React, the head changes with client-side navigation. */
export function Document({
  head,
  route,
  publicUrl,
  siteName,
  assets,
  children,
}: {
  head: Head
  route: Route
  publicUrl: string
  siteName: string
  assets?: DocumentAssets | undefined
  children: ReactNode
}) {
  const title = route.path === '/' ? head.title : `${head.title} · ${siteName}`
  const buildAlternateUrl = (language: Route['language']) =>
    publicUrl + inLanguage(getCanonicalPath(head, route), language)
  return (
    <html lang={route.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Blocks rendering until the page is complete, so that no content shifts while it loads. */}
        {import.meta.env.SSR && <link rel="expect" href="#island" blocking="render" />}
        <title>{title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.hidden ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={buildAlternateUrl(route.language)} />
            {languages.map((alternate) => (
              <link key={alternate} rel="alternate" hrefLang={alternate} href={buildAlternateUrl(alternate)} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={buildAlternateUrl('en')} />
          </>
        )}
        <meta name="theme-color" content="#0f4a4b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head.preload && (
          <link
            rel="preload"
            as="image"
            imageSrcSet={head.preload.srcSet}
            imageSizes={head.preload.sizes}
            type={head.preload.type}
            fetchPriority="high"
          />
        )}
        {import.meta.env.SSR &&
          assets?.fontPreloads.map((font) => (
            <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
          ))}
        {import.meta.env.SSR && assets?.sharing}
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: assets?.css ?? css }} />
        {import.meta.env.SSR &&
          assets?.styles.map((file) => <link key={file} rel="stylesheet" href={file} type="text/plain" />)}
        {import.meta.env.SSR && assets?.fetchScripts && (
          <script
            data-scripts={assets.scripts.join(' ')}
            data-painted-first={head.hidden ? undefined : ''}
            dangerouslySetInnerHTML={{ __html: assets.fetchScripts }}
          />
        )}
      </head>
      <body>
        {children}
        <script
          id="island"
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: assets?.island ?? '' }}
        />
      </body>
    </html>
  )
}
