import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Body, Revision } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'
import { readRevision, readRevisions, restoreRevision } from '../api/records.ts'
import { showValue } from '../fields/show-value.ts'
import { messages, writeTime } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'

interface RevisionsProps {
  readonly type: ContentType
  readonly id: string
  readonly body: Body
  readonly renew: () => Promise<void>
}

/** The fields that differ between a revision and the record of now. */
const listDifferences = ({ fields }: ContentType, then: Revision, now: Body) =>
  fields
    .filter(({ name }) => name in then)
    .map((field) => ({ field, then: showValue(field, then), now: showValue(field, now) }))
    .filter((each) => each.then !== each.now)

const Comparison = ({ type, id, body, renew, revision }: RevisionsProps & { readonly revision: string }) => {
  const read = useQuery({
    queryKey: ['revision', type.path, id, revision],
    queryFn: () => readRevision(type, id, revision),
  })
  const restoring = useMutation({
    mutationFn: () => restoreRevision(type, id, revision),
    onSuccess: renew,
  })
  if (read.data === undefined) return read.error ? <ErrorNotice error={read.error} /> : null
  const differences = listDifferences(type, read.data, body)
  return (
    <div className="comparison">
      {restoring.error && <ErrorNotice error={restoring.error} />}
      {differences.length === 0 && <p>{messages.sameAsNow}</p>}
      {differences.map(({ field, then, now }) => (
        <div key={field.name} className="conflict">
          <h2>{field.label}</h2>
          <div>
            <h3>{messages.then}</h3>
            <pre>{then}</pre>
          </div>
          <div>
            <h3>{messages.now}</h3>
            <pre>{now}</pre>
          </div>
        </div>
      ))}
      {differences.length > 0 && (
        <Button isDisabled={restoring.isPending} onPress={() => restoring.mutate()}>
          {messages.restore}
        </Button>
      )}
    </div>
  )
}

/** C17.3: what the record was before each change, compared with now. */
export const Revisions = (props: RevisionsProps) => {
  const { type, id } = props
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['revisions', type.path, id],
    queryFn: () => readRevisions(type, id),
    enabled: isOpen,
  })
  return (
    <details className="revisions" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{messages.revisions}</summary>
      {error && <ErrorNotice error={error} />}
      {data?.length === 0 && <p className="help">{messages.noRevisions}</p>}
      <ul>
        {data?.map((revision) => (
          <li key={revision.id}>
            <Button
              className="quiet"
              aria-expanded={chosen === revision.id}
              onPress={() => setChosen(chosen === revision.id ? null : revision.id)}
            >
              {messages.before(writeTime(revision.createdAt), revision.editor.name)}
            </Button>
            {chosen === revision.id && <Comparison {...props} revision={revision.id} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
