-- PostgreSQL's default compression took most of the time of storing a page. The embedded engine has no LZ4; its pages are
-- stored uncompressed.
DO $$
BEGIN
  ALTER TABLE "pages" ALTER COLUMN "content" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  ALTER TABLE "pages" ALTER COLUMN "content" SET STORAGE EXTERNAL;
END
$$;
