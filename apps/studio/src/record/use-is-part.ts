import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '../api/model.ts'
import { hasOwnAddress } from '../api/records.ts'

/** Whether the records of the type are created at the address of another record, as comments are. */
export const useIsPart = ({ path, single }: ContentType): boolean => {
  const { data = false } = useQuery({
    queryKey: ['is part', path],
    queryFn: async () => !single && !(await hasOwnAddress(path)),
    staleTime: Infinity,
  })
  return data
}
