import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { readList, mayCreate, type ListPage as Page, type ListQuery } from '../api/records.ts'
import { messages, writeNumber } from '../language/language.ts'
import { ListExtras } from '../people/extras.tsx'
import { ReadError } from '../shell/notice.tsx'
import { Chips } from './chips.tsx'
import { Filters, listControlled, useFilters } from './filters.tsx'
import { Rows } from './rows.tsx'
import { Selection } from './selection.tsx'

const useList = (type: ContentType, query: ListQuery) =>
  useInfiniteQuery({
    queryKey: ['list', type.path, query],
    queryFn: ({ pageParam }) => readList(type, query, { after: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    placeholderData: keepPreviousData,
  })

const CreateLink = ({ type }: { readonly type: ContentType }) => {
  const { data = false } = useQuery({
    queryKey: ['may create', type.path],
    queryFn: () => mayCreate(type),
  })
  return data ? (
    <Link className="button primary" to="/$path/new" params={{ path: type.path }}>
      {messages.create(type.label)}
    </Link>
  ) : null
}

/** The records of a type. The address has the filters, so that reload, back and forward keep the place (C20.3). */
export const ListPage = ({ type }: { readonly type: ContentType }) => {
  const query = useSearch({ from: '/$path' })
  const navigate = useNavigate({ from: '/$path' })
  const filters = useFilters(type)
  const list = useList(type, query)
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap((page) => page.rows)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const change = (name: string, value: string): void =>
    void navigate({
      search: ({ [name]: _, ...others }) => (value === '' ? others : { ...others, [name]: value }),
      replace: true,
    })
  return (
    <>
      <title>{type.labels}</title>
      <div className="title-row">
        <h1>{type.labels}</h1>
        {pages[0] && (
          <span className="count">{messages.total(writeNumber(pages[0].total), pages[0].totalIsExact)}</span>
        )}
        <ListExtras type={type} />
        <CreateLink type={type} />
      </div>
      <Filters key={type.path} type={type} filters={filters} query={query} onChange={change} />
      <Chips
        type={type}
        query={query}
        controlled={listControlled(type, filters)}
        onRemove={(name) => change(name, '')}
      />
      <Selection
        type={type}
        rows={rows.filter(({ id }) => chosen.has(String(id)))}
        onEnd={() => setChosen(new Set())}
      />
      {list.error && <ReadError error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <p role="status">{messages.loading}</p>}
      {rows.length > 0 && <Rows type={type} rows={rows} chosen={chosen} onChoose={setChosen} />}
      {list.isSuccess && rows.length === 0 && (
        <p className="none">{Object.keys(query).length > 0 ? messages.noMatch : messages.empty}</p>
      )}
      {list.hasNextPage && (
        <Button
          className="more"
          isDisabled={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? messages.loading : messages.loadMore}
        </Button>
      )}
    </>
  )
}
