-- These columns live for seconds (marks) or one day (import images). Compressing them took a fifth of the database
-- time of an import of known contacts.
ALTER TABLE contacts_contactmark ALTER contact_ids SET STORAGE EXTERNAL;
ALTER TABLE contacts_importimage ALTER contact_ids SET STORAGE EXTERNAL, ALTER revisions SET STORAGE EXTERNAL,
    ALTER changes SET STORAGE EXTERNAL;
