import { Button } from 'react-aria-components'
import { nameAttribute, type ContentType } from '../api/model.ts'
import { messages } from '../language/language.ts'
import type { Conflict } from './changes.ts'

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface ConflictsProps {
  readonly type: ContentType
  readonly conflicts: readonly Conflict[]
  readonly onChoose: (conflict: Conflict, value: unknown) => void
}

/** C20.4: fields that two people have changed, side by side. */
export const Conflicts = ({ type, conflicts, onChoose }: ConflictsProps) => (
  <section className="notice conflicts" role="alert">
    <p>{messages.conflict}</p>
    {conflicts.map((conflict) => (
      <div key={conflict.name} className="conflict">
        <h2>{type.fields.find((field) => nameAttribute(field) === conflict.name)?.label ?? conflict.name}</h2>
        <div>
          <h3>{messages.mine}</h3>
          <pre>{write(conflict.mine)}</pre>
          <Button onPress={() => onChoose(conflict, conflict.mine)}>{messages.keepMine}</Button>
        </div>
        <div>
          <h3>{messages.theirs}</h3>
          <pre>{write(conflict.theirs)}</pre>
          <Button onPress={() => onChoose(conflict, conflict.theirs)}>{messages.takeTheirs}</Button>
        </div>
      </div>
    ))}
  </section>
)
