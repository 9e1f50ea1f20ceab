import { diffWordsWithSpace, type ChangeObject } from 'diff'
import { messages } from '../language/language.ts'

/** Texts that differ more have no words in common that would help a reader. */
const LONGEST_MS = 200

type Part = ChangeObject<string>

/** The changes from one text to another; undefined if they are too many. */
const compare = (then: string, now: string): readonly Part[] | undefined =>
  diffWordsWithSpace(then, now, { timeout: LONGEST_MS })

interface TextProps {
  readonly title: string
  readonly text: string
  /** The parts of this text, of which some are not in the other one. */
  readonly parts: readonly Part[] | undefined
}

const ComparedText = ({ title, text, parts }: TextProps) => (
  <div>
    <h3>{title}</h3>
    <pre>
      {parts?.map(({ value, added, removed }, place) =>
        // The parts of a text have no names but their places, which stay.
        added || removed ? <mark key={place}>{value}</mark> : value,
      ) ?? text}
    </pre>
  </div>
)

/** Two texts side by side, with marks at the words that only one of them has. */
export const ChangedWords = ({ then, now }: { readonly then: string; readonly now: string }) => {
  const parts = compare(then, now)
  return (
    <>
      <ComparedText title={messages.then} text={then} parts={parts?.filter(({ added }) => !added)} />
      <ComparedText title={messages.now} text={now} parts={parts?.filter(({ removed }) => !removed)} />
    </>
  )
}
