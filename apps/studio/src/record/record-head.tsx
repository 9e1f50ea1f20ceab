import { Button } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { RecordTitle } from './record-title.tsx'
import { SaveButton } from './save-button.tsx'

interface RecordHeadProps {
  readonly title: string
  /** What was done last, or what is to be done. */
  readonly word: string
  readonly mayWrite: boolean
  readonly isSaving: boolean
  readonly isSavable: boolean
  /** Drops the changes; null without changes. */
  readonly onDiscard: (() => void) | null
}

/** The row above a form. It stays in sight while people scroll through a long one. */
export const RecordHead = (props: RecordHeadProps) => {
  const { title, word, mayWrite, isSaving, isSavable, onDiscard } = props
  return (
    <div className="title-row">
      <RecordTitle title={title} />
      <span className="count" role="status">
        {word}
      </span>
      {onDiscard && <Button onPress={onDiscard}>{messages.discard}</Button>}
      {mayWrite && <SaveButton isDisabled={isSaving || !isSavable} />}
    </div>
  )
}
