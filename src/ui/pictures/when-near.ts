/**
 * Calls back once the picture is visible or the visitor scrolls. Browsers load lazy pictures far ahead, even for
 * visitors who never scroll. Returns a function that stops waiting.
 */
export function callWhenNear(picture: Element, load: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && finish(),
  )
  const stop = () => {
    observer.disconnect()
    removeEventListener('scroll', finish)
  }
  function finish() {
    stop()
    load()
  }
  observer.observe(picture)
  addEventListener('scroll', finish)
  return stop
}

/** Shows a placeholder's picture, which is in the `noscript` after it, when near. For pages without React. */
export function showWhenNear(placeholder: Element): void {
  callWhenNear(placeholder, () => {
    const noscript = placeholder.nextElementSibling!
    const template = document.createElement('template')
    template.innerHTML = noscript.textContent
    noscript.remove()
    placeholder.replaceWith(template.content)
  })
}
