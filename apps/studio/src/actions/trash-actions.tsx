import { Button } from 'react-aria-components'
import type { ContentType } from '../api/model.ts'
import { purgeRecord, runOperation, type Loaded } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { ConfirmButton } from '../forms/confirm.tsx'
import { messages } from '../language/language.ts'
import { Linked } from './linked.tsx'
import type { Actions } from './use-actions.ts'

interface TrashProps {
  readonly type: ContentType
  readonly id: string
  readonly record: Loaded
  readonly actions: Actions
  /** Leads to another page. */
  readonly onGone: () => void
}

/** C17.4: takes a record out of the trash, or erases it. */
export const TrashActions = ({ type, id, record: { body }, actions, onGone }: TrashProps) => {
  const allowed = body.actions ?? []
  const purge = async (): Promise<void> => {
    await purgeRecord(type, id)
    onGone()
  }
  return (
    <>
      {allowed.includes('restore') && (
        <Button
          onPress={() =>
            actions.start({
              send: () => runOperation(type, id, { operation: 'restore', body: undefined }),
              done: messages.recordRestored,
            })
          }
        >
          {messages.restore}
        </Button>
      )}
      {allowed.includes('purge') && (
        <ConfirmButton
          label={messages.purge}
          question={messages.purgeQuestion(writeTitle(body, type))}
          about={<Linked type={type} id={id} />}
          onConfirm={() => actions.start({ send: purge, done: '' })}
        />
      )}
    </>
  )
}
