/** What takes a value stands before the buttons around it. */
const CONTROLS = 'input:not([type=hidden], :disabled), select, textarea, [contenteditable=true]'

const findControl = (place: Element): HTMLElement | null =>
  place.querySelector<HTMLElement>(CONTROLS) ?? place.querySelector<HTMLElement>('button')

/** The place of a value in a form: that of the value, of its first part, or of the value that it is part of. */
const findPlace = (form: Element, path: readonly string[]): Element | null => {
  if (path.length === 0) return null
  const name = path.join('.')
  const places = [...form.querySelectorAll('[data-path]')]
  const readPath = (place: Element): string => place.getAttribute('data-path') ?? ''
  return (
    places.find((place) => readPath(place) === name) ??
    places.find((place) => readPath(place).startsWith(`${name}.`)) ??
    findPlace(form, path.slice(0, -1))
  )
}

/** Moves the focus to the control of a value: `['page', '1', 'alt']`. */
export const focusField = (form: Element, path: readonly string[]): void => {
  const place = findPlace(form, path)
  if (place !== null) findControl(place)?.focus()
}

/**
 * Moves the focus to the first control of a form. A page can still load that control: it gets the focus then, unless
 * somebody has gone on meanwhile. The result ends the waiting.
 */
export const focusFirst = (form: Element): (() => void) => {
  const before = document.activeElement
  const isDone = (): boolean => {
    if (document.activeElement !== before) return true
    const control = form.querySelector('[data-path]')?.querySelector<HTMLElement>(CONTROLS) ?? null
    control?.focus()
    return control !== null
  }
  const observer = new MutationObserver(() => {
    if (isDone()) observer.disconnect()
  })
  if (!isDone()) observer.observe(form, { childList: true, subtree: true })
  return () => observer.disconnect()
}
