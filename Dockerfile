# Two stages: locked dependencies and the package's wheel are installed into a virtual environment,
# which alone goes into the image. Nothing is fetched that has no hash in requirements/.
ARG PYTHON=3.13
FROM python:${PYTHON}-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY requirements/build.txt requirements/run.txt requirements/
RUN python -m venv /opt/build \
 && /opt/build/bin/pip install --require-hashes -r requirements/build.txt \
 && python -m venv /opt/jantaku \
 && /opt/jantaku/bin/pip install --require-hashes -r requirements/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY protocol protocol
COPY server server
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && /opt/jantaku/bin/pip install --no-deps --no-index /wheels/*.whl \
 && /opt/jantaku/bin/pip uninstall --yes pip

FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin jantaku \
 && install --directory --owner=jantaku --group=jantaku /data
COPY --from=build /opt/jantaku /opt/jantaku
ENV PATH=/opt/jantaku/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["jantaku"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8765", "--db", "/data/jantaku.sqlite"]
