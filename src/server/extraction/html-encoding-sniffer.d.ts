/** The part of the package that we use; it ships no types. */
declare module 'html-encoding-sniffer' {
  /** The standard's name of the encoding, such as "UTF-8"; `defaultEncoding` when nothing declares one. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options: {
      transportLayerEncodingLabel?: string | undefined
      maxPrescanBytes?: number
      defaultEncoding?: string | null
    },
  ): string | null
}
