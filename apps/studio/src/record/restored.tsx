import { Button } from 'react-aria-components'
import { isToday, messages, writeClock, writeTime } from '../language/language.ts'

interface RestoredProps {
  /** When the browser kept the text, in milliseconds since 1970. */
  readonly keptAt: number
  readonly onDiscard: () => void
}

/** C20.5: says that a form has a text of before, which nobody expects in a new record. */
export const Restored = ({ keptAt, onDiscard }: RestoredProps) => (
  <div className="notice restored">
    <span role="status">
      {isToday(keptAt) ? messages.restored(writeClock(keptAt)) : messages.restoredOf(writeTime(keptAt))}
    </span>
    <Button onPress={onDiscard}>{messages.discardRestored}</Button>
  </div>
)
