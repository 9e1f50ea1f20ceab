import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Body } from '../api/client.ts'
import { isOutage } from '../api/connection.ts'
import type { ContentType } from '../api/model.ts'
import { readList } from '../api/records.ts'
import { showOwner, writeTitle } from '../fields/show-value.ts'
import { messages, writeNumber, writeTime } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { useModel } from '../shell/use-model.ts'
import { AddPart } from './add-part.tsx'
import { listRelated, narrowTo, type RelatedList } from './related-lists.ts'
import { useIsPart } from './use-is-part.ts'

interface RelatedProps {
  readonly type: ContentType
  readonly id: string
}

interface ListProps extends RelatedProps {
  readonly list: RelatedList
}

const MOST_SHOWN = 10

const Row = ({ type, row }: { readonly type: ContentType; readonly row: Body }) => (
  <li>
    <Link to="/$path/$id" params={{ path: type.path, id: String(row.id) }}>
      {writeTitle(row, type)}
    </Link>
    <span className="help">
      {[showOwner(type, row), typeof row['createdAt'] === 'string' ? writeTime(row['createdAt']) : '']
        .filter((word) => word !== '')
        .join(', ')}
    </span>
  </li>
)

const Records = ({ type, id, list, isPart }: ListProps & { readonly isPart: boolean }) => {
  const query = narrowTo(list, id)
  const { data, error } = useQuery({
    queryKey: ['list', list.type.path, 'related', query],
    queryFn: () => readList(list.type, query, { limit: MOST_SHOWN }),
  })
  if (error && !isOutage(error)) return <ErrorNotice error={error} />
  if (!data) return <p role="status">{messages.loading}</p>
  const { rows, total, totalIsExact } = data
  return (
    <>
      {rows.length === 0 && <p className="help">{messages.empty}</p>}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} type={list.type} row={row} />
        ))}
      </ul>
      {total > rows.length && (
        <Link to="/$path" params={{ path: list.type.path }} search={query}>
          {messages.showAll(messages.total(writeNumber(total), totalIsExact))}
        </Link>
      )}
      {isPart && <AddPart type={type} id={id} list={list} />}
    </>
  )
}

/** Parts of a record are open: they are created at its address, and read beside it, as comments are. */
const List = (props: ListProps) => {
  const { list } = props
  const isPart = useIsPart(list.type)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <details open={isOpen ?? isPart} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{list.label}</summary>
      {(isOpen ?? isPart) && <Records {...props} isPart={isPart} />}
    </details>
  )
}

/** What belongs to a record. */
export const Related = (props: RelatedProps) => {
  const lists = listRelated(useModel(), props.type)
  return lists.length === 0 ? null : (
    <section className="related" aria-label={messages.related}>
      {lists.map((list) => (
        <List key={list.name} {...props} list={list} />
      ))}
    </section>
  )
}
