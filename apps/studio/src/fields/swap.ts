import type { PressEvent } from 'react-aria-components'

/** The items with two of them exchanged; the same items if one of the places is outside of them. */
export const swap = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  if (![from, to].every((place) => place >= 0 && place < items.length)) return items
  return items.map((item, place) => {
    if (place === from) return items[to] as Item
    return place === to ? (items[from] as Item) : item
  })
}

/** An element that moves on its page loses the focus. */
export const keepFocus = ({ target }: Pick<PressEvent, 'target'>): void =>
  void requestAnimationFrame(() => (target as HTMLElement).focus())
