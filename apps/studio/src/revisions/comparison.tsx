import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import type { Body, Revision } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { readRevision, restoreRevision } from '../api/records.ts'
import { messages, writeTime } from '../language/language.ts'
import { ErrorNotice, ReadError } from '../shell/notice.tsx'
import { ActionGate, type Gate } from '../actions/action-gate.tsx'
import { listDifferences } from './differences.ts'
import type { Actions } from '../actions/use-actions.ts'

/** Loaded with the first comparison. */
const ChangedWords = lazy(async () => ({ default: (await import('./changed-words.tsx')).ChangedWords }))

export interface ComparisonProps {
  readonly type: ContentType
  readonly id: string
  readonly body: Body
  readonly actions: Actions
  readonly gate: Gate
}

type OneProps = ComparisonProps & { readonly revision: Revision }

const RestoreButton = ({ type, id, actions, gate, revision }: OneProps) => {
  const restoring = useMutation({
    mutationFn: () =>
      actions.run({
        send: () => restoreRevision(type, id, revision.id),
        done: messages.versionRestored(writeTime(revision.createdAt)),
      }),
  })
  return (
    <>
      {restoring.error && <ErrorNotice error={restoring.error} />}
      <ActionGate {...gate}>
        <Button onPress={() => restoring.mutate()}>{messages.restore}</Button>
      </ActionGate>
    </>
  )
}

/** A version beside the record as it is now. */
export const Comparison = (props: OneProps) => {
  const { type, id, body, gate, revision } = props
  const read = useQuery({
    queryKey: ['revision', type.path, id, revision.id],
    queryFn: () => readRevision(type, id, revision.id),
  })
  if (read.data === undefined) return read.error ? <ReadError error={read.error} /> : null
  const differences = listDifferences(type, read.data, body)
  return (
    <div className="comparison">
      {differences.length === 0 && <p>{messages.sameAsNow}</p>}
      <Suspense>
        {differences.map(({ field, then, now }) => (
          <div key={field.name} className="conflict">
            <h2>{field.label}</h2>
            <ChangedWords then={then} now={now} />
          </div>
        ))}
      </Suspense>
      <RestoreButton
        {...props}
        gate={differences.length > 0 ? gate : { isClosed: true, reason: messages.sameAsNow }}
      />
    </div>
  )
}
