import { useState, type ReactNode } from 'react'

/**
 * A part of a page that never changes in the browser. The server renders it, and the browser keeps its HTML without
 * needing its code or messages. Pass the children only on the server: {import.meta.env.SSR && <Part />}. The name must
 * be unique on the page.
 */
export function StaticPart({ name, children }: { name: string; children: ReactNode }) {
  return import.meta.env.SSR ? <div data-still={name}>{children}</div> : <ServerHtml name={name} />
}

function ServerHtml({ name }: { name: string }) {
  const [html] = useState(() => document.querySelector(`[data-still=${name}]`)!.innerHTML)
  return <div data-still={name} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
