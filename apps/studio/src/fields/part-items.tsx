import { useRef, type ReactNode } from 'react'
import { Button, type PressEvent } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { PartError, readPart } from './part-members.tsx'
import { keepFocus, swap } from './swap.ts'
import { useAddedFocus } from './use-added-focus.ts'
import type { WidgetProps } from './widget.ts'

/** What one kind of parts adds to a list: its name, and a new one. */
interface Addition {
  readonly label: string
  readonly create: () => unknown
}

interface ItemsProps extends WidgetProps {
  readonly additions: readonly Addition[]
  readonly nameItem: (item: unknown, place: number) => string
  readonly renderItem: (item: unknown, place: number, change: (item: unknown) => void) => ReactNode
}

/** A part has a key. Plain values have their places alone. */
const findKey = (item: unknown, place: number): string => String(readPart(item)['key'] ?? place)

/** The items of a list, with buttons that move, remove and add them. */
export const Items = (props: ItemsProps) => {
  const { field, value, onChange, error, isReadOnly, refusedInside, additions, nameItem, renderItem } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const parts = useRef<HTMLOListElement>(null)
  const noteAdded = useAddedFocus(items.length, () => parts.current?.lastElementChild)
  const add = (item: unknown): void => {
    onChange([...items, item])
    noteAdded()
  }
  const move = (from: number, to: number) => (press: PressEvent) => {
    onChange(swap(items, from, to))
    keepFocus(press)
  }
  return (
    <fieldset className="field field-parts">
      <legend className="label">{field.label}</legend>
      <span className="help">{field.help}</span>
      <ol ref={parts} className="part-items">
        {items.map((item, place) => {
          const name = nameItem(item, place)
          return (
            <li key={findKey(item, place)}>
              <div className="part-item">
                {renderItem(item, place, (next) => onChange(items.with(place, next)))}
              </div>
              {!isReadOnly && (
                <div className="part-actions">
                  <Button aria-label={messages.moveUp(name)} onPress={move(place, place - 1)}>
                    ↑
                  </Button>
                  <Button aria-label={messages.moveDown(name)} onPress={move(place, place + 1)}>
                    ↓
                  </Button>
                  <Button
                    aria-label={messages.removeLink(name)}
                    onPress={() => onChange(items.toSpliced(place, 1))}
                  >
                    ×
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <PartError error={error} inside={refusedInside} />
      {!isReadOnly && (
        <div className="part-additions">
          {additions.map(({ label, create }) => (
            <Button className="quiet" key={label} onPress={() => add(create())}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
