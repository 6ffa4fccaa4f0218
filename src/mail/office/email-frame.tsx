import { useLayoutEffect, useRef } from 'react'
import styles from './email-frame.module.css'

/**
 * A letter as whoever got it sees it, in a frame of its own in which nothing runs and nothing leads anywhere. It lies under
 * the policy of the office, which refuses styles that stand in a document; those of the letter are put on one by one.
 */
export function EmailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // It must end before the frame is taken out, which then has no document.
  useLayoutEffect(() => {
    const element = frame.current!
    draw(element, html)
    const fit = () => element.style.setProperty('height', `${heightOf(element)}px`)
    fit()
    const watcher = new ResizeObserver(fit)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [html])
  return <iframe ref={frame} className={styles.frame} title={title} sandbox="allow-same-origin" />
}

function draw(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument!
  const view = frame.contentWindow as Window & typeof globalThis
  // What people wrote is escaped in it, so these signs are the letter's own; of sheets it has one.
  const quiet = html.replaceAll(' style="', ' data-style="').replaceAll(' href="', ' data-href="')
  const [head = '', rest = ''] = quiet.split('<style>')
  const [rules = '', body = ''] = rest.split('</style>')
  const letter = new DOMParser().parseFromString(head + body, 'text/html')
  document.documentElement.lang = letter.documentElement.lang
  document.title = letter.title
  document.body.replaceWith(document.adoptNode(letter.body))
  for (const element of document.body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style!
  document.body.style.cssText = document.body.dataset.style ?? ''
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [sheet]
}

/** With its border. */
const heightOf = ({ contentDocument, offsetHeight, clientHeight }: HTMLIFrameElement): number =>
  Math.ceil(contentDocument!.body.getBoundingClientRect().height) + offsetHeight - clientHeight
