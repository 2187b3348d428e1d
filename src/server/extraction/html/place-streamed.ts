/**
 * Puts content that React streams to the end of a page where it belongs: `<div hidden id="S:1">` into
 * `<template id="B:1">`, as its script does in a browser.
 */
import type { HtmlElement } from './html-element.ts'

export type Streamed = {
  /** An empty element for each such template, by the number. */
  places: Map<string, HtmlElement>
  contents: HtmlElement[]
}

const PLACE = /^[BP]:([\da-f]+)$/
const CONTENT = /^S:([\da-f]+)$/
/** Content may have places in turn. Deeper ones stay empty, so that the tree does not become too deep to visit. */
const MAX_DEPTH = 128

export const placeId = (templateId = '') => PLACE.exec(templateId)?.[1]
export const isStreamed = ({ attributes }: HtmlElement) => CONTENT.test(attributes['id'] ?? '')

/** Changes the tree: moves the children of each content into its place. */
export function placeStreamed({ places, contents }: Streamed) {
  for (const content of contents) {
    const place = places.get(CONTENT.exec(content.attributes['id'] ?? '')?.[1] ?? '')
    if (!place || place.children.length > 0 || !isReachable(place)) continue
    place.children = content.children
    content.children = []
    for (const child of place.children) if (typeof child !== 'string') child.parent = place
    for (let up: HtmlElement | null = content.hasBlock ? place : null; up && !up.hasBlock; up = up.parent)
      up.hasBlock = true
  }
}

/** False if the place is deep, or inside of content that is not in its place. */
function isReachable(place: HtmlElement): boolean {
  let depth = 0
  for (let up = place.parent; up; up = up.parent) if (++depth > MAX_DEPTH || isStreamed(up)) return false
  return true
}
