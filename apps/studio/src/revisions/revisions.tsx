import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { readRevisions } from '../api/records.ts'
import { messages, writeTime } from '../language/language.ts'
import { ReadError } from '../shell/notice.tsx'
import { Comparison, type ComparisonProps } from './comparison.tsx'

/** C17.3: what the record was before each change, compared with now. */
export const Revisions = (props: ComparisonProps) => {
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
      {error && <ReadError error={error} />}
      {data?.length === 0 && <p className="help">{messages.noRevisions}</p>}
      <ul>
        {data?.map((revision) => (
          <li key={revision.id}>
            <Button
              className="quiet"
              aria-expanded={chosen === revision.id}
              onPress={() => setChosen(chosen === revision.id ? null : revision.id)}
            >
              {messages.version(writeTime(revision.createdAt), revision.editor.name)}
            </Button>
            {chosen === revision.id && <Comparison {...props} revision={revision} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
