/** Loads a failed stylesheet again at the visitor's next click. The bundler loads it only once. */
export function retryStylesheet({ target: link }: Event): void {
  if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
  addEventListener('click', () => link.replaceWith(link.cloneNode()), { once: true, capture: true })
}
