import { useQueries } from '@tanstack/react-query'
import type { ContentType } from '../api/model.ts'
import { readList } from '../api/records.ts'
import { messages, writeNumber } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import { listRelated, narrowTo } from '../record/related-lists.ts'

/** How many records link to one that somebody is about to delete. */
export const Linked = ({ type, id }: { readonly type: ContentType; readonly id: string }) => {
  const lists = listRelated(useModel(), type)
  const counts = useQueries({
    queries: lists.map((list) => ({
      queryKey: ['list', list.type.path, 'linked', narrowTo(list, id)],
      queryFn: () => readList(list.type, narrowTo(list, id), { limit: 1 }),
    })),
  })
  const found = lists.flatMap(({ name, label }, place) => {
    const { total = 0, totalIsExact = true } = counts[place]?.data ?? {}
    return total === 0
      ? []
      : [{ name, text: `${label}: ${messages.total(writeNumber(total), totalIsExact)}` }]
  })
  return found.length === 0 ? null : (
    <div className="linked" role="status">
      {messages.linked}
      <ul>
        {found.map(({ name, text }) => (
          <li key={name}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
