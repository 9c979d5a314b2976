package hola.host;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.content.ComponentName;
import android.content.Context;
import hola.core.PendingWork;
import java.util.concurrent.Executors;

/**
 * Keeps the process until the uploads that were begun have ended, when the screen is left or closed meanwhile. Nothing of
 * them is written down: if the system ends the process all the same, the page begins anew at its next start.
 */
public final class UploadService extends JobService {
  static final PendingWork WORK = new PendingWork(Executors.newFixedThreadPool(2));

  private static final int JOB = 1;

  static void keepUntilDone(Context context) {
    if (WORK.isIdle()) return;
    JobInfo job = new JobInfo.Builder(JOB, new ComponentName(context, UploadService.class))
        .setOverrideDeadline(0)
        .build();
    ((JobScheduler) context.getSystemService(Context.JOB_SCHEDULER_SERVICE)).schedule(job);
  }

  @Override
  public boolean onStartJob(JobParameters parameters) {
    return WORK.whenIdle(() -> jobFinished(parameters, false));
  }

  @Override
  public boolean onStopJob(JobParameters parameters) {
    return false;
  }
}
