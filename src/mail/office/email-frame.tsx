import { useLayoutEffect, useRef } from 'react'
import styles from './email-frame.module.css'

/**
 * Shows an email as its recipient sees it, in a sandboxed frame without scripts or working links. The content security
 * policy of the office refuses inline styles, so the email's styles are applied individually.
 */
export function EmailFrame({ html, title }: { html: string; title: string }) {
  const frameRef = useRef<HTMLIFrameElement>(null)
  // A layout effect, because the observer must stop before the frame is removed. A removed frame has no document.
  useLayoutEffect(() => {
    const element = frameRef.current!
    renderInto(element, html)
    const fitHeight = () => element.style.setProperty('height', `${measureHeight(element)}px`)
    fitHeight()
    const observer = new ResizeObserver(fitHeight)
    observer.observe(element)
    return () => observer.disconnect()
  }, [html])
  return <iframe ref={frameRef} className={styles.frame} title={title} sandbox="allow-same-origin" />
}

function renderInto(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument!
  const frameWindow = frame.contentWindow as Window & typeof globalThis
  // User text is escaped, so these attributes belong to the email itself. An email has exactly one stylesheet.
  const inertHtml = html.replaceAll(' style="', ' data-style="').replaceAll(' href="', ' data-href="')
  const [head = '', htmlAfterHead = ''] = inertHtml.split('<style>')
  const [rules = '', body = ''] = htmlAfterHead.split('</style>')
  const parsedDocument = new DOMParser().parseFromString(head + body, 'text/html')
  document.documentElement.lang = parsedDocument.documentElement.lang
  document.title = parsedDocument.title
  document.body.replaceWith(document.adoptNode(parsedDocument.body))
  for (const element of document.body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style!
  document.body.style.cssText = document.body.dataset.style ?? ''
  const sheet = new frameWindow.CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [sheet]
}

/** Returns the height of the frame for its content, including the border. */
const measureHeight = ({ contentDocument, offsetHeight, clientHeight }: HTMLIFrameElement): number =>
  Math.ceil(contentDocument!.body.getBoundingClientRect().height) + offsetHeight - clientHeight
