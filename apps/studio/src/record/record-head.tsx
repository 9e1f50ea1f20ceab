import type { Ref } from 'react'
import { Button } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { SaveButton } from './save-button.tsx'

interface RecordHeadProps {
  readonly title: string
  /** The heading, which has the focus after the form of a new record has gone. */
  readonly heading?: Ref<HTMLHeadingElement>
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
  const { title, heading, word, mayWrite, isSaving, isSavable, onDiscard } = props
  return (
    <div className="title-row">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <span className="count" role="status">
        {word}
      </span>
      {onDiscard && <Button onPress={onDiscard}>{messages.discard}</Button>}
      {mayWrite && <SaveButton isDisabled={isSaving || !isSavable} />}
    </div>
  )
}
