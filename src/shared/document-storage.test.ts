import { expect, it } from 'vitest'
import { placeOfAddress, StoragePlace } from './document-storage.ts'

it.each([
  ['https://workdrive.zoho.eu/home/t1/teams/t1/ws/ws1/folders/fo1', { workspace_id: 'ws1', folder_id: 'fo1' }],
  ['https://workdrive.zoho.com/t1/ws/ws1/folders/files', { workspace_id: 'ws1', folder_id: 'ws1' }],
  ['https://workdrive.zoho.com/t1/ws/ws1', { workspace_id: 'ws1', folder_id: 'ws1' }],
  ['bxq8s5f2c3', null],
  ['https://example.org/folders/x', null],
])('the address %s names %j', (address, place) => {
  expect(placeOfAddress(address)).toEqual(place)
})

it('a place is named by ids, nothing that could be read as an address', () => {
  expect(StoragePlace.parse({ workspace_id: ' ws1 ', folder_id: 'fo-1' })).toEqual({ workspace_id: 'ws1', folder_id: 'fo-1' })
  for (const id of ['', '../x', 'a b', 'a&b=c', 'x'.repeat(101)]) {
    expect(StoragePlace.safeParse({ workspace_id: id, folder_id: 'fo1' }).success).toBe(false)
  }
})
