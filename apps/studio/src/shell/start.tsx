import { useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { messages } from '../language/language.ts'
import { writeSignInAddress } from '../session/session.ts'
import { isSignedOut, ReadError } from './notice.tsx'
import { router } from './router.tsx'
import { MODEL_QUERY } from './use-model.ts'
import { PERSON_QUERY } from './use-person.ts'

const Loading = () => <p role="status">{messages.loading}</p>

/** Shows the pages once the model and the person are known. Whoever is signed out sees the page that signs people in. */
export const Start = () => {
  const reads = [useQuery(MODEL_QUERY), useQuery(PERSON_QUERY)]
  const missing = reads.filter(({ data }) => data === undefined)
  const failed = missing.find(({ error }) => error !== null)
  const leaves = missing.some(({ error }) => isSignedOut(error))
  useEffect(() => {
    if (leaves) location.replace(writeSignInAddress())
  }, [leaves])
  if (missing.length === 0)
    return (
      <Suspense fallback={<Loading />}>
        <RouterProvider router={router} />
      </Suspense>
    )
  return failed === undefined || leaves ? (
    <Loading />
  ) : (
    <ReadError error={failed.error} onRetry={() => void failed.refetch()} />
  )
}
