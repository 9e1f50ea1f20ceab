import { Link } from '@tanstack/react-router'
import type { ContentType } from '../api/model.ts'
import { messages } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import { listRelated } from './related-lists.ts'

/** Leads to what belongs to a record. */
export const Related = ({ type, id }: { readonly type: ContentType; readonly id: string }) => {
  const lists = listRelated(useModel(), type)
  return lists.length === 0 ? null : (
    <nav className="related" aria-label={messages.related}>
      {lists.map(({ name, label, path, parameter }) => (
        <Link key={name} to="/$path" params={{ path }} search={{ [parameter]: id }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
