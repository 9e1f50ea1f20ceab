import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  useParams,
} from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { findType, type ContentType } from '../api/model.ts'
import type { ListQuery } from '../api/records.ts'
import { ListPage } from '../list/list-page.tsx'
import { NewPage } from '../record/new-page.tsx'
import { RecordPage } from '../record/record-page.tsx'
import { useIsPart } from '../record/use-is-part.ts'
import { RecordExtras } from '../people/extras.tsx'
import { Home } from './home.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { useModel } from './use-model.ts'

/** Shows a page of the type that the address names. */
const OfType = ({ show }: { readonly show: (type: ContentType, id: string) => ReactNode }) => {
  const { path = '', id = '' } = useParams({ strict: false })
  const type = findType(useModel(), path)
  return type === undefined ? <NotFound /> : show(type, id)
}

/** A part is created at the address of the record that it belongs to. */
const NewRecord = ({ type }: { readonly type: ContentType }) =>
  useIsPart(type) ? <NotFound /> : <NewPage type={type} />

const toTexts = (search: Readonly<Record<string, unknown>>): ListQuery =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home })

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit-log',
  validateSearch: toTexts,
  component: lazyRouteComponent(() => import('../audit/audit-page.tsx'), 'AuditPage'),
})

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$path',
  validateSearch: toTexts,
  component: () => (
    <OfType
      show={(type) =>
        type.single ? (
          <RecordPage key={type.path} type={type} id="" />
        ) : (
          <ListPage key={type.path} type={type} />
        )
      }
    />
  ),
})

const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$path/new',
  component: () => <OfType show={(type) => <NewRecord key={type.path} type={type} />} />,
})

const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$path/$id',
  component: () => (
    <OfType
      show={(type, id) => (
        <Fragment key={`${type.path} ${id}`}>
          <RecordPage type={type} id={id} />
          <RecordExtras type={type} id={id} />
        </Fragment>
      )}
    />
  ),
})

/** The parameters of the address are texts, as those of REST (C20.3). */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

const writeSearch = (search: Readonly<Record<string, unknown>>): string => {
  const text = new URLSearchParams(toTexts(search)).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, accountRoute, auditRoute, listRoute, newRoute, recordRoute]),
  basepath: '/studio',
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
