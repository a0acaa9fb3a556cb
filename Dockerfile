# One image for every process of the product; compose.yaml says which one a container runs.

FROM node:24-bookworm-slim AS client
WORKDIR /build
COPY client/package.json client/package-lock.json client/.npmrc ./
RUN npm ci
COPY client ./
RUN npm run build

FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=2097152
WORKDIR /app
COPY requirements.txt ./
RUN pip install --require-hashes --no-deps -r requirements.txt
RUN groupadd --gid 10001 dashboard && useradd --create-home --uid 10001 --gid 10001 dashboard \
    && install -d -o dashboard -g dashboard /data /data/uploads /data/spool /data/host-certificates /data/buffers
COPY Procfile ./
COPY docker/process docker/process
COPY docs/layers.json docs/layers.json
COPY server server
COPY tasks tasks
COPY realtime realtime
# The processes cannot write bytecode: each start would compile the whole project.
RUN python -m compileall -q server tasks realtime
COPY --from=client /build/dist client/dist
USER dashboard
ENV BIND=0.0.0.0 PORT=8000 BEAT_SCHEDULE=/data/beat-schedule DASH_UPLOAD_FOLDER=/data/uploads DASH_SPOOL_FOLDER=/data/spool
ENTRYPOINT ["docker/process"]
CMD ["web"]
